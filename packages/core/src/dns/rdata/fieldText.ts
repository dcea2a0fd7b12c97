/** Name of a field in a message: `digest_type` as "digest type". */
export const fieldText = (field: string): string => field.replaceAll("_", " ")

const isPlural = (field: string): boolean => /[^s]s$/.test(field)

export const missingText = (field: string): string =>
  `The ${fieldText(field)} ${isPlural(field) ? "are" : "is"} missing`
