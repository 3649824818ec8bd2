/** Include and exclude patterns over dotted paths: `*` stands for anything within a part, `**` across parts. */

export function pathFilter(options: {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}): (path: string) => boolean {
  const include = options.include?.map(patternOf);
  const exclude = options.exclude?.map(patternOf) ?? [];
  return (path) => {
    const wanted = include === undefined || include.some((pattern) => pattern.test(path));
    return wanted && !exclude.some((pattern) => pattern.test(path));
  };
}

/** A pattern matches the path itself and everything below it. */
function patternOf(text: string): RegExp {
  const source = text
    .split("**")
    .map((part) => part.split("*").map(escaped).join("[^.]*"))
    .join(".*");
  return new RegExp(`^${source}(\\..*)?$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
