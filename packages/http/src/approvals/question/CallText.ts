/** Text about the contents of a call for the approving person. */
export interface CallText {
  /** Lines of the question. */
  readonly lines: ReadonlyArray<string>
  /** All lines, if the question only counts them; empty if the question is complete. */
  readonly contents: ReadonlyArray<string>
  /** True if the approver needs the page with `contents` to see everything. */
  readonly needsPage: boolean
}

/** Maximum characters of the contents that a question shows in full. */
export const questionBudget = 8000

/** All lines if a question has room for them, otherwise the counting lines. */
export const fullOrCounted = (all: ReadonlyArray<string>, counting: () => ReadonlyArray<string>): CallText =>
  lengthOf(all) <= questionBudget
    ? { lines: all, contents: [], needsPage: false }
    : { lines: counting(), contents: all, needsPage: true }

/** Characters of lines, including line ends. */
export const lengthOf = (lines: ReadonlyArray<string>): number =>
  lines.reduce((length, line) => length + line.length + 1, 0)
