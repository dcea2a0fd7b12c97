import { Schema, SchemaTransformation } from "effect"

/** The form in which text is compared, sorted and searched without regard to case; the same on every database. */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase()

/** The text, or null where there is nothing but space. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() ? text : null

/** Refuses line breaks, tabs and other control characters. */
// oxlint-disable-next-line eslint/no-control-regex -- they are what it is about
export const singleLine = Schema.isPattern(/^[^\x00-\x1f\x7f-\x9f]*$/u, { expected: "text without control characters" })

/** Admits line breaks and tabs; refuses other control characters, the zero byte among them, which no database stores. */
// oxlint-disable-next-line eslint/no-control-regex -- they are what it is about
export const multiLine = Schema.isPattern(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/u, {
  expected: "text without control characters other than line breaks and tabs"
})

/** One line of text without the space around it, its length within bounds. */
export const line = (bounds: { readonly minimum: number; readonly maximum: number }) =>
  Schema.String.check(Schema.isMinLength(bounds.minimum), Schema.isMaxLength(bounds.maximum), singleLine).pipe(
    Schema.decodeTo(Schema.Trimmed.check(Schema.isMinLength(bounds.minimum)), SchemaTransformation.trim())
  )
