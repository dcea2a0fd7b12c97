import { contractBackends, RegistryOrders } from "@namewright/conformance"
import { type CommandError, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { contractSimulator } from "../simulatedRegistries.ts"

/** The simulator with the TLDs of the registry suite, in memory. */
export const simulatorInMemory = contractSimulator.pipe(Layer.provideMerge(memoryDatabase()))

/** Two registrars at the generic registry. */
export const registrars = Effect.map(RegistrySimulator, ({ registrar }) => ({
  ours: registrar(contractBackends.generic, "ours"),
  theirs: registrar(contractBackends.generic, "theirs")
}))

/** A registrar who has to do with neither. */
export const third = Effect.map(RegistrySimulator, ({ registrar }) => registrar(contractBackends.generic, "third"))

/** The result code of a refusal. */
export const refusedWith = <R>(effect: Effect.Effect<unknown, CommandError, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag === "RegistryRefusal" ? error.result_code : error._tag)

export const authCode = "Correct-Horse-1"
export const orders = RegistryOrders
