/** Code of a documentation comment or page. */
export interface Snippet {
  /** Path of the file that contains it, from the root. */
  readonly path: string
  /** Number of its first line in the file, from 1. */
  readonly line: number
  readonly code: string
}

/** A text with the number of its first line. */
interface Passage {
  readonly line: number
  readonly text: string
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

const fence = /^```ts\n([\s\S]*?)^```$/gm

const fenced = ({ line, text }: Passage): ReadonlyArray<Passage> =>
  [...text.matchAll(fence)].map(({ index, 1: code = "" }) => ({ line: line + lineAt(text, index), text: code }))

/** Documentation comments, without their stars. */
const comments = (source: string): ReadonlyArray<Passage> =>
  [...source.matchAll(/\/\*\*\n([\s\S]*?)\*\//g)].map(({ index, 1: body = "" }) => ({
    line: lineAt(source, index) + 1,
    text: body.split("\n").map((line) => line.replace(/^\s*\* ?/, "")).join("\n")
  }))

/** The text of each `@example` that is not fenced; it ends at the next tag. */
const examples = ({ line, text }: Passage): ReadonlyArray<Passage> =>
  [...text.matchAll(/^@example\n((?:(?!@\w)[\s\S])*?)(?=^@\w|(?![\s\S]))/gm)]
    .filter(([, code = ""]) => !code.includes("```"))
    .map(({ index, 1: code = "" }) => ({ line: line + lineAt(text, index), text: code }))

/** Blocks of TypeScript in a page. */
export const snippetsOfPage = (path: string, page: string): ReadonlyArray<Snippet> =>
  fenced({ line: 1, text: page }).map(({ line, text }) => ({ path, line, code: text }))

/** Examples in the documentation comments of a source. */
export const snippetsOfSource = (path: string, source: string): ReadonlyArray<Snippet> =>
  comments(source)
    .flatMap((comment) => [...examples(comment), ...fenced(comment)])
    .map(({ line, text }) => ({ path, line, code: text }))

/** Codes that the `@throws` of a documentation comment lists. */
export const thrownCodes = (comment: string): ReadonlyArray<string> =>
  [...comment.matchAll(/^\s*\* @throws ((?:.*,\n)*.*)$/gm)]
    .flatMap(([, list = ""]) => [...list.matchAll(/\w+/g)].map(([code]) => code))
