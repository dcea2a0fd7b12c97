/** Text about the contents of a call for the approving person. */
export interface CallText {
  /** Lines of the question. */
  readonly lines: ReadonlyArray<string>
  /** All lines, if the question is abbreviated; empty if it is complete. */
  readonly contents: ReadonlyArray<string>
  /** True if an abbreviated question without a page for `contents` would hide what is approved. */
  readonly needsPage: boolean
}

/** Maximum characters of complete contents in a question. */
export const questionBudget = 8000

/** All lines if they fit into a question, otherwise the abbreviated lines. */
export const fullOrCounted = (every: ReadonlyArray<string>, counting: () => ReadonlyArray<string>): CallText =>
  lengthOf(every) <= questionBudget
    ? { lines: every, contents: [], needsPage: false }
    : { lines: counting(), contents: every, needsPage: true }

/** Characters of lines including line ends. */
export const lengthOf = (lines: ReadonlyArray<string>): number =>
  lines.reduce((length, line) => length + line.length + 1, 0)
