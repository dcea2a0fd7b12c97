import type { EppResponse } from "../message/EppResponse.ts"

/** Code, message and reasons of every result, for logs and people. Elements that were at fault are left out. */
export const responseText = ({ results }: EppResponse): string =>
  results.map(({ code, message, reasons }) =>
    [`${code} ${message}`, ...reasons.map(({ reason }) => reason)].filter((text) => text !== "").join(": ")
  ).join("; ")

/** A text in which none of the secrets is left to read. */
export const withoutSecrets = (text: string, secrets: ReadonlyArray<string>): string =>
  secrets.filter((secret) => secret !== "").reduce((masked, secret) => masked.replaceAll(secret, "***"), text)
