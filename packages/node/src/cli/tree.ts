/** Part of a tree, as lines of text. */
export interface Branch {
  readonly lines: readonly string[];
  readonly children: readonly Branch[];
}

/** Branches drawn with box characters, to stand below the line of what they grow from. */
export function treeLines(branches: readonly Branch[]): readonly string[] {
  return branches.flatMap(({ lines, children }, index) => {
    const isLast = index === branches.length - 1;
    const [first = '', ...rest] = lines;
    const below = [...rest.map((line) => `${children.length === 0 ? '  ' : '│ '}${line}`), ...treeLines(children)];
    return [`${isLast ? '└─ ' : '├─ '}${first}`, ...below.map((line) => `${isLast ? '   ' : '│  '}${line}`)];
  });
}
