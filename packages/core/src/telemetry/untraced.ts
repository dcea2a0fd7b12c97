/** Options of a span whose stack trace says nothing. Capturing one takes longer than the rest of the span. */
export const untraced = { captureStackTrace: false } as const
