import type { EppResponse } from "../message/EppResponse.ts"

/** Code, message and reasons of every result, for logs and people. Elements that were at fault are left out. */
export const responseText = ({ results }: EppResponse): string =>
  results.map(({ code, message, reasons }) =>
    [`${code} ${message}`, ...reasons.map(({ reason }) => reason)].filter((text) => text !== "").join(": ")
  ).join("; ")
