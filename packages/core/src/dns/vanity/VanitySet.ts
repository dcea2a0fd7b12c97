import { Schema } from "effect"
import { TypeId } from "../../shared/index.ts"

export const VanitySetId = TypeId.schema("vns").pipe(Schema.brand("VanitySetId"))
export type VanitySetId = typeof VanitySetId.Type
export const newVanitySetId = TypeId.generator("vns", (text) => VanitySetId.make(text))
