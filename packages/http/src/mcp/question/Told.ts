/** What a call sends, as whoever approves it is told. */
export interface Told {
  /** Lines of the question. */
  readonly lines: ReadonlyArray<string>
  /** Every line, where those of the question count instead; empty where they say everything. */
  readonly contents: ReadonlyArray<string>
  /** True if a question without a page that shows `contents` would hide what is approved. */
  readonly needsPage: boolean
}

/** Characters of what a call sends that a question says in full. */
export const questionBudget = 8000

/** Every line where there is room for them in a question, else the ones that count. */
export const toldInFull = (every: ReadonlyArray<string>, counting: () => ReadonlyArray<string>): Told =>
  lengthOf(every) <= questionBudget
    ? { lines: every, contents: [], needsPage: false }
    : { lines: counting(), contents: every, needsPage: true }

/** Characters of lines with their ends. */
export const lengthOf = (lines: ReadonlyArray<string>): number =>
  lines.reduce((length, line) => length + line.length + 1, 0)
