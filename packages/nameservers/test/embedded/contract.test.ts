import { nameserverContract } from "@namewright/conformance"
import { Effect } from "effect"
import * as runner from "vitest"
import { makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import { serverAnswers } from "../serverAnswers.ts"

nameserverContract(
  "embedded",
  Effect.map(makeEmbeddedNameserver({ port: 0 }), (nameserver) => ({ nameserver, answers: serverAnswers(nameserver) })),
  { runner, capabilities: ["removal", "answers"] }
)
