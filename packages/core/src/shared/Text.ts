import { Schema, SchemaTransformation } from "effect"

/** Case-insensitive form of a text for comparison, sorting and search; independent of the database. */
export const foldCase = (text: string): string => text.normalize("NFC").toLowerCase()

/** The text, or null if it is blank. */
export const orNull = (text: string | null | undefined): string | null => text?.trim() ? text : null

/** Refuses line breaks, tabs and other control characters. */
// oxlint-disable-next-line eslint/no-control-regex -- the pattern is about control characters
export const singleLine = Schema.isPattern(/^[^\x00-\x1f\x7f-\x9f]*$/u, { expected: "text without control characters" })

/** Admits line breaks and tabs. Refuses other control characters, including NUL, which PostgreSQL cannot store. */
// oxlint-disable-next-line eslint/no-control-regex -- the pattern is about control characters
export const multiLine = Schema.isPattern(/^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/u, {
  expected: "text without control characters other than line breaks and tabs"
})

/** One line of text, trimmed, with a length within `bounds`. */
export const line = (bounds: { readonly minimum: number; readonly maximum: number }) =>
  Schema.String.check(Schema.isMinLength(bounds.minimum), Schema.isMaxLength(bounds.maximum), singleLine).pipe(
    Schema.decodeTo(Schema.Trimmed.check(Schema.isMinLength(bounds.minimum), singleLine), SchemaTransformation.trim())
  )
