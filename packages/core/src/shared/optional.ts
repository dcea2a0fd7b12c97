import { Schema } from "effect"

/** Optional member of a request; absent and null are equivalent. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
