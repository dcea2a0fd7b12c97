import { SimulatorStore } from "@namewright/core/registry"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { simulatedBalances } from "./simulator/SimulatedBalancesSql.ts"
import { simulatedContacts } from "./simulator/SimulatedContactsSql.ts"
import { simulatedDomains } from "./simulator/SimulatedDomainsSql.ts"
import { simulatedHosts } from "./simulator/SimulatedHostsSql.ts"
import { simulatedMessages } from "./simulator/SimulatedMessagesSql.ts"

export const layer = Layer.effect(
  SimulatorStore,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SimulatorStore.of({
      ...simulatedDomains(sql),
      ...simulatedHosts(sql),
      ...simulatedContacts(sql),
      ...simulatedMessages(sql),
      ...simulatedBalances(sql)
    }))
)
