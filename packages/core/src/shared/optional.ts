import { Schema } from "effect"

/** A member of a request that may be left out: absent and null are the same. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
