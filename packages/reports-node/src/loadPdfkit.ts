import { Effect, Predicate } from "effect"

/**
 * Loads `pdfkit` when the first document is made: its fonts and what draws them take memory and space that only this
 * type of report needs. A missing package is a defect that names it.
 */
export const loadPdfkit = (load = () => import("pdfkit")) =>
  Effect.tryPromise({ try: load, catch: (error) => isMissing(error) ? notInstalled(error) : error }).pipe(
    Effect.map((module) => module.default),
    Effect.orDie
  )

/** Not a missing dependency of the package, which has a message of its own. */
const isMissing = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && error.code === "ERR_MODULE_NOT_FOUND"
  && error instanceof Error && error.message.includes("'pdfkit'")

const notInstalled = (cause: unknown): Error =>
  new Error("Reports in PDF need the package pdfkit, which is not installed: npm install pdfkit", { cause })
