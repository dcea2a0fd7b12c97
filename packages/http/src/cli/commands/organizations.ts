import { TrustedOrganizations } from "@namewright/core/dns"
import { OrganizationOperations } from "@namewright/core/organizations"
import { Money, OrganizationId } from "@namewright/core/shared"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { chosenSettings } from "../settingFlags.ts"

const create = Command.make(
  "create",
  {
    ...platformFlags,
    name: Flag.String("name").pipe(Flag.withDescription("Name of the organization")),
    country: Flag.String("country").pipe(Flag.withDescription("Country, two letters (ISO 3166-1)"), Flag.optional),
    currency: Flag.Literals("currency", ["EUR", "USD"]).pipe(
      Flag.withDescription("What its account is kept in [EUR]"),
      Flag.withDefault("EUR")
    ),
    credit: Flag.String("credit").pipe(
      Flag.withMetavar("AMOUNT"),
      Flag.withDescription("What is paid in to begin with, like 250.00 [0.00]"),
      Flag.withDefault("0.00")
    )
  },
  Effect.fnUntraced(function*(flags) {
    const starting_credit = Money.fromDecimal(flags.credit)
    if (starting_credit === undefined || starting_credit < 0) {
      return yield* new CommandFailed({ message: `--credit: expected an amount like 250.00, got "${flags.credit}"` })
    }
    const made = yield* onPlatform(
      yield* chosenSettings(flags),
      Effect.flatMap(OrganizationOperations, (operations) =>
        operations.createParent({
          name: flags.name,
          country_code: Option.getOrNull(flags.country),
          currency: flags.currency,
          starting_credit
        }))
    )
    yield* Console.log(made.organization_id)
  })
).pipe(Command.withDescription("Create a parent organization, and print its id"))

const trusting = (name: "trust" | "distrust", description: string, done: string) =>
  Command.make(
    name,
    {
      ...platformFlags,
      organization: Argument.String("organization").pipe(
        Argument.withDescription("Id of the organization"),
        Argument.withSchema(OrganizationId)
      )
    },
    Effect.fnUntraced(function*({ organization, ...flags }) {
      yield* onPlatform(
        yield* chosenSettings(flags),
        Effect.flatMap(TrustedOrganizations, (trusted) => trusted.set(organization, name === "trust"))
      )
      yield* Console.log(`${organization} ${done}; a running server adapts its zones`)
    })
  ).pipe(Command.withDescription(description))

const trust = trusting(
  "trust",
  "Serve zones of an organization before it has proven that their names are its own",
  "is trusted"
)
const distrust = trusting("distrust", "Serve only zones of an organization whose names are its own", "is not trusted")

export const organizations = Command.make("organizations").pipe(
  Command.withDescription("The customers of this installation"),
  Command.withSubcommands([create, trust, distrust])
)
