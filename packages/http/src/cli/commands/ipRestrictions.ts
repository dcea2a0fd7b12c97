import { asSystem, IpRestrictionId, IpRestrictions } from "@namewright/core/access"
import { Instant } from "@namewright/core/shared"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { chosenSettings } from "../settingFlags.ts"

const list = Command.make(
  "list",
  { ...platformFlags, organization: organizationFlag },
  Effect.fnUntraced(function*(flags) {
    const found = yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(flags.organization, Effect.flatMap(IpRestrictions, ({ list: all }) => all()))
    )
    const lines = found.map(({ ip_network, ip_restriction_id, last_used_on }) => {
      const used = last_used_on === null ? "never used" : `last used ${Instant.format(last_used_on)}`
      return `${ip_restriction_id}  ${ip_network}  ${used}`
    })
    yield* Console.log(lines.length === 0 ? "Calls from every address are accepted" : lines.join("\n"))
  })
).pipe(Command.withDescription("List the networks from which an organization accepts calls"))

const remove = Command.make(
  "remove",
  {
    ...platformFlags,
    organization: organizationFlag,
    restriction: Flag.Int("restriction").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("The id of the restriction, a number"),
      Flag.withSchema(IpRestrictionId)
    )
  },
  Effect.fnUntraced(function*(flags) {
    yield* onPlatform(
      yield* chosenSettings(flags),
      asSystem(
        flags.organization,
        Effect.flatMap(IpRestrictions, (restrictions) => restrictions.remove(flags.restriction))
      )
    )
    yield* Console.log(`The restriction ${flags.restriction} is removed; a running server follows within seconds`)
  })
).pipe(Command.withDescription("Remove a restriction; without the last one, calls from every address are accepted"))

export const ipRestrictions = Command.make("ip-restrictions").pipe(
  Command.withDescription(
    "The networks from which an organization accepts calls, to let people in who locked themselves out"
  ),
  Command.withSubcommands([list, remove])
)
