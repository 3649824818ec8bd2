/** The pass matrix in memory: one byte a cell, by indices of candidates and tests. */
import { outcomeLetters } from "../contracts/ranking.ts";
import { ToolkitError } from "../errors.ts";

export const PASS = 0;
export const ASSERTION = 1;
export const CRASH = 2;
export const TIMEOUT = 3;

export class PassMatrix {
  readonly candidates: number;
  readonly tests: number;
  /** Candidate after candidate, and test after test: what is read in one sweep lies side by side. */
  readonly #rows: Uint8Array;
  readonly #columns: Uint8Array;

  private constructor(candidates: number, tests: number, rows: Uint8Array) {
    this.candidates = candidates;
    this.tests = tests;
    this.#rows = rows;
    this.#columns = new Uint8Array(rows.length);
    for (let candidate = 0; candidate < candidates; candidate++)
      for (let test = 0; test < tests; test++)
        this.#columns[test * candidates + candidate] = rows[candidate * tests + test] ?? CRASH;
  }

  /**
   * From rows of letters (P, F, E, T).
   * @throws ToolkitError `input-invalid` for rows of different lengths or other letters.
   */
  static fromRows(rows: readonly string[], tests = rows[0]?.length ?? 0): PassMatrix {
    const cells = new Uint8Array(rows.length * tests);
    for (const [candidate, row] of rows.entries()) {
      if (row.length !== tests)
        throw invalid(`row ${candidate + 1} has ${row.length} letters where ${tests} tests are`);
      for (let test = 0; test < tests; test++) {
        const code = outcomeLetters.indexOf(row.charAt(test));
        if (code < 0) throw invalid(`row ${candidate + 1} has the letter "${row.charAt(test)}"`);
        cells[candidate * tests + test] = code;
      }
    }
    return new PassMatrix(rows.length, tests, cells);
  }

  at(candidate: number, test: number): number {
    return this.#rows[candidate * this.tests + test] ?? CRASH;
  }

  passes(candidate: number, test: number): boolean {
    return this.at(candidate, test) === PASS;
  }

  /** Outcomes of a candidate, by test. */
  onAllTests(candidate: number): Uint8Array {
    return this.#rows.subarray(candidate * this.tests, (candidate + 1) * this.tests);
  }

  /** Outcomes on a test, by candidate. */
  ofAllCandidates(test: number): Uint8Array {
    return this.#columns.subarray(test * this.candidates, (test + 1) * this.candidates);
  }

  row(candidate: number): string {
    return Array.from(this.onAllTests(candidate), (code) => outcomeLetters.charAt(code)).join("");
  }

  /** The same with one more test at the end; `outcomes` has a letter a candidate. */
  withTest(outcomes: string): PassMatrix {
    const rows = Array.from({ length: this.candidates }, (_, candidate) => {
      return this.row(candidate) + outcomes.charAt(candidate);
    });
    return PassMatrix.fromRows(rows, this.tests + 1);
  }
}

function invalid(what: string): ToolkitError {
  return new ToolkitError("input-invalid", `not a pass matrix: ${what}`, {
    hint: "One row a candidate, one letter a test: P passed, F failed by an assertion, E another exception, T time.",
  });
}
