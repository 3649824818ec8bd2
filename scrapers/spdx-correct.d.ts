declare module "spdx-correct" {
  /** The SPDX id that the text means, or null. */
  export default function correct(text: string, options?: { upgrade?: boolean }): string | null;
}
