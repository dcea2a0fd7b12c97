import type { NameserverOfContract } from "@namewright/conformance"
import { Rdata, recordTypeNumbers } from "@namewright/core/dns"
import { Effect, Option, Result } from "effect"
import type { Address } from "../../../test/nameservers/Primary.ts"
import { askServer } from "../src/delegation/askServer.ts"

/** Queries a server as a resolver does. */
export const serverAnswers = (address: Address): NonNullable<NameserverOfContract["answers"]> => (name, type) =>
  Effect.map(
    askServer(address, name, recordTypeNumbers[type], { transport: "udp", timeout: 2000 }),
    (response) =>
      Option.getOrThrow(response).answers.filter((record) => record.type === recordTypeNumbers[type]).map(
        ({ rdata }) => Rdata.text(type, Result.getOrThrow(Rdata.decode(type, rdata)))
      )
  )
