import type { CallsFor } from "../shared/index.ts"
import { type HandOverCalls, handOverCalls } from "./handover/HandOverCalls.ts"
import { type DeclarationCalls, declarationCalls } from "./register/DeclarationCalls.ts"

/** Methods for domains of single TLDs. */
export interface TldSpecificCalls extends DeclarationCalls, HandOverCalls {}

export const tldSpecificCalls = { ...declarationCalls, ...handOverCalls } satisfies CallsFor<TldSpecificCalls>
