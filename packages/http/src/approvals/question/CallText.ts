/** Text about the contents of a call, for its approver. */
export interface CallText {
  /** Lines of the question. */
  readonly lines: ReadonlyArray<string>
  /** Every line, if the question counts instead; empty if the question is complete. */
  readonly contents: ReadonlyArray<string>
  /** True if a question without a page that shows `contents` would hide what is approved. */
  readonly needsPage: boolean
}

/** Longest text about the contents of a call, in characters, that a question has in full. */
export const questionBudget = 8000

/** Every line if a question has room for them, otherwise the lines that count. */
export const fullOrCounted = (every: ReadonlyArray<string>, counting: () => ReadonlyArray<string>): CallText =>
  lengthOf(every) <= questionBudget
    ? { lines: every, contents: [], needsPage: false }
    : { lines: counting(), contents: every, needsPage: true }

/** Characters of lines with their ends. */
export const lengthOf = (lines: ReadonlyArray<string>): number =>
  lines.reduce((length, line) => length + line.length + 1, 0)
