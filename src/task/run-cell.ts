/** The run cell: AICoderEval's printed protocol, and an exit status that tells whether a case failed. */

export function runCell(caseNames: readonly string[]): string {
  return [
    'if __name__ == "__main__":',
    "    import sys",
    "    import traceback",
    "",
    `    _cases = [${caseNames.join(", ")}]`,
    "    _failed = 0",
    '    print("Testing started.")',
    "    for _number, _case in enumerate(_cases, start=1):",
    '        print(f"Testing case [{_number}/{len(_cases)}] started.")',
    "        try:",
    "            _case()",
    "        except KeyboardInterrupt:",
    "            raise",
    "        except BaseException:",
    "            _failed += 1",
    "            traceback.print_exc()",
    '            print("failed")',
    "        else:",
    '            print("succeeded")',
    '    print("Testing finished.")',
    "    sys.exit(1 if _failed else 0)",
  ].join("\n");
}
