/** `--format` of `codergen export`: it takes several names, and so also what stands behind them. */
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";

/** @param formats Every name that is one. */
export function exportFormatFlag(formats: readonly string[]): Option {
  const option = new Option(
    "--format <name...>",
    "parquet, jsonl, py: the dataset (default: all three); for another evaluator; else a training format",
  ).choices([...formats]);
  const parse = (value: string, earlier: readonly string[] | undefined): string[] => {
    if (formats.includes(value)) return [...(earlier ?? []), value];
    const where = `${value} is no format. `;
    const order = `If it is the folder, put it first: codergen export ${value} --format NAME. `;
    const isPath = value.includes("/") || value.startsWith(".") || earlier !== undefined;
    throw new InvalidArgumentError(`${where}${isPath ? order : ""}The formats are ${formats.join(", ")}.`);
  };
  return option.argParser(parse);
}
