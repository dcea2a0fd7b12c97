import { Authenticator } from "@namewright/core/access"
import { AgentPolicies, type NewAgentPolicy, standardPolicy } from "@namewright/core/approvals"
import { CurrentActor } from "@namewright/core/shared"
import { Effect } from "effect"
import type { Person } from "./RealmServer.ts"

/** Runs work as a person who acts directly. */
export const asPerson = <A, E, R>({ user }: Person, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Authenticator, (authenticator) =>
    Effect.flatMap(
      Effect.orDie(authenticator.authenticateUser(user.user_id, undefined)),
      (actor) => Effect.provideService(work, CurrentActor, actor)
    ))

/** The person's organization has this policy for agents from now on. */
export const setPolicy = (person: Person, policy: Partial<NewAgentPolicy>) =>
  Effect.flatMap(
    AgentPolicies,
    (policies) => asPerson(person, Effect.orDie(policies.replace({ ...standardPolicy, ...policy })))
  )
