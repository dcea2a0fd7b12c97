import { Declarations } from "@namewright/core/domains"
import { Effect } from "effect"
import type { Customer } from "./DomainsPlatform.ts"
import { declarationRound, orderNorwegian, signer } from "./norwegianOrder.ts"
import { startedFor, workToStep } from "./workToStep.ts"

/**
 * Process that orders a domain with a declaration, signs the declaration or lets it expire, and kills itself at a step:
 * `node declaringProcess.js FILE ORGANIZATION CONTACT OPERATION TOKEN STEP`.
 */
const [filename = "", organization_id = "", contact_id = "", operation = "", token = "", step = "0"] = process.argv
  .slice(2)

const { act, actor } = startedFor()
const owner = { organization_id, contact_id, actor, act } as Customer

const operations = {
  order: () => Effect.andThen(orderNorwegian(owner), declarationRound),
  sign: () => Effect.andThen(Declarations.use((declarations) => declarations.sign(token, ...signer)), declarationRound),
  expire: () => declarationRound
} as const

await workToStep(filename, Number(step), operations[operation as keyof typeof operations]())
