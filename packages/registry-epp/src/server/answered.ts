import type { EppReason, EppResponse, EppResult } from "../message/EppResponse.ts"
import { present } from "../message/present.ts"
import type { ResponseExtension } from "../message/ResponseExtension.ts"
import type { Answer } from "./Handlers.ts"
import { resultWords } from "./resultWords.ts"

/** Transaction ids of a response (RFC 5730, section 2.5). */
export interface TransactionIds {
  readonly clTRID: string | undefined
  readonly svTRID: string
}

const resultOf = (code: number, detail?: string, reasons: ReadonlyArray<EppReason> = []): EppResult => ({
  code,
  message: resultWords(code, detail === undefined ? undefined : shortened(detail)),
  values: [],
  reasons: reasons.map(({ reason, value }) => ({ value, reason: shortened(reason) }))
})

/** Maximum length of a text that quotes names, ids or namespaces of a command. */
const longestText = 255

const shortened = (text: string): string =>
  text.length <= longestText ? text : text.slice(0, longestText).toWellFormed()

/** The response to a completed or accepted command. */
export const answered = (
  { code, data, extension, queue }: Answer,
  { clTRID, svTRID }: TransactionIds
): EppResponse =>
  present({
    _tag: "Response",
    results: [resultOf(code)],
    queue,
    data,
    extension: { ...extension, other: extension?.other ?? [] },
    clTRID,
    svTRID
  })

/** A response without data: a refusal, or the end of a session. */
export const plain = (
  code: number,
  { clTRID, svTRID }: TransactionIds,
  more: {
    readonly detail?: string
    readonly reasons?: ReadonlyArray<EppReason>
    readonly extension?: Partial<ResponseExtension>
  } = {}
): EppResponse =>
  present({
    _tag: "Response",
    results: [resultOf(code, more.detail, more.reasons)],
    extension: { ...more.extension, other: more.extension?.other ?? [] },
    clTRID,
    svTRID
  })
