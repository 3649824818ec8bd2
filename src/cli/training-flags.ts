/** Values of the flags for training sets. */
import { InvalidArgumentError } from "@commander-js/extra-typings";

/** A share from 0 to 1. */
export function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1))
    throw new InvalidArgumentError("Give a number from 0 to 1.");
  return share;
}

/** `90,5,5` or `90/5/5`: percent of train, validation, test. */
export function parseSplit(text: string): { train: number; validation: number; test: number } {
  const shares = text.split(/[,/]/).map(Number);
  const [train = Number.NaN, validation = Number.NaN, test = Number.NaN] = shares;
  const valid =
    shares.length === 3 && shares.every((share) => share >= 0) && train + validation + test === 100;
  if (!valid) throw new InvalidArgumentError("Give three numbers that add up to 100, such as 90,5,5.");
  return { train: train / 100, validation: validation / 100, test: test / 100 };
}

/** `domain=0.5`: by what, and the most share that one of them may have. */
export function parseBalance(text: string): { by: string; maxShare: number } {
  const [, by, share] = /^(domain|package|source)=([\d.]+)$/.exec(text) ?? [];
  if (by === undefined || share === undefined)
    throw new InvalidArgumentError("Give domain=SHARE, package=SHARE or source=SHARE, e.g. domain=0.5.");
  return { by, maxShare: parseShare(share) };
}
