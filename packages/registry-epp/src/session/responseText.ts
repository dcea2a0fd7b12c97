import type { EppResponse } from "../message/EppResponse.ts"

/** Code, message and reasons of every result, for logs and operators, without the elements at fault. */
export const responseText = ({ results }: EppResponse): string =>
  results.map(({ code, message, reasons }) =>
    [`${code} ${message}`, ...reasons.map(({ reason }) => reason)].filter((text) => text !== "").join(": ")
  ).join("; ")
