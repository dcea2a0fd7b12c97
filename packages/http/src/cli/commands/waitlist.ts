import { UserOperations } from "@namewright/core/access"
import {
  type WaitlistApplicant,
  type WaitlistDecision,
  WaitlistOperations,
  WaitlistProduct,
  WaitlistStatus
} from "@namewright/core/waitlist"
import { Console, DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { organizationFlag } from "../organizationFlag.ts"
import { chosenSettings } from "../settingFlags.ts"

const product = Flag.String("product").pipe(
  Flag.withMetavar("KEY"),
  Flag.withDescription("Key of the product, such as ai_concierge"),
  Flag.withSchema(WaitlistProduct.fields.product)
)

const offer = Command.make(
  "offer",
  {
    ...platformFlags,
    product,
    name: Flag.String("name").pipe(
      Flag.withDescription("Name of the product for users"),
      Flag.withSchema(WaitlistProduct.fields.display_name)
    ),
    description: Flag.String("description").pipe(
      Flag.withDescription("Description of the product for users"),
      Flag.withSchema(WaitlistProduct.fields.description)
    )
  },
  Effect.fnUntraced(function*(flags) {
    const { description, name: display_name } = flags
    yield* onPlatform(
      yield* chosenSettings(flags),
      WaitlistOperations.use((operations) => operations.offer({ product: flags.product, display_name, description }))
    )
    yield* Console.log(`${flags.product} is offered; invite organizations to it`)
  })
).pipe(Command.withDescription("Offer a product with a waitlist, or replace its texts"))

const products = Command.make(
  "products",
  platformFlags,
  Effect.fnUntraced(function*(flags) {
    const offered = yield* onPlatform(
      yield* chosenSettings(flags),
      WaitlistOperations.use((operations) => operations.products)
    )
    for (const one of offered) yield* Console.log([one.product, one.display_name, one.description].join("  "))
  })
).pipe(Command.withDescription("List the products with a waitlist"))

const inviting = (name: "invite" | "uninvite", description: string, done: string) =>
  Command.make(
    name,
    { ...platformFlags, product, organization: organizationFlag },
    Effect.fnUntraced(function*(flags) {
      yield* onPlatform(
        yield* chosenSettings(flags),
        WaitlistOperations.use((operations) => operations[name](flags.organization, flags.product))
      )
      yield* Console.log(`${flags.organization} ${done} ${flags.product}`)
    })
  ).pipe(Command.withDescription(description))

const invite = inviting("invite", "Let the users of an organization apply for a product", "is invited to")
const uninvite = inviting(
  "uninvite",
  "Hide a product from an organization, and end the access of its users",
  "is not invited to"
)

const applications = Command.make(
  "applications",
  {
    ...platformFlags,
    product,
    status: Flag.Literals("status", WaitlistStatus.literals).pipe(
      Flag.withDescription("Only applications of this status"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function*(flags) {
    const { items, total } = yield* onPlatform(
      yield* chosenSettings(flags),
      WaitlistOperations.use((operations) =>
        operations.applications(
          flags.product,
          { status: Option.getOrUndefined(flags.status) },
          { page: 1, page_size: 1000 }
        )
      )
    )
    for (const { applied_on, note, organization_id, status, user_id } of items) {
      yield* Console.log(
        [status, DateTime.formatIso(applied_on), user_id, organization_id, ...(note === null ? [] : [note])].join("  ")
      )
    }
    if (total > items.length) yield* Console.log(`and ${total - items.length} more`)
  })
).pipe(Command.withDescription("List the applications for a product, oldest first"))

/** Applicant by username, email address or id; users of the host by `host_user:` and their id. */
const applicantOf = Effect.fnUntraced(function*(
  login: string
): Effect.fn.Return<WaitlistApplicant, CommandFailed, UserOperations> {
  if (login.startsWith("host_user:")) return login
  const found = yield* UserOperations.use((operations) => operations.find(login))
  return Option.isSome(found) ? found.value.user_id : yield* new CommandFailed({ message: `No user ${login}` })
})

const deciding = (name: string, decision: WaitlistDecision, description: string) =>
  Command.make(
    name,
    {
      ...platformFlags,
      product,
      user: Flag.String("user").pipe(
        Flag.withMetavar("NAME"),
        Flag.withDescription(
          "Username, email address or id of the user, or host_user: and the id of a user of the host"
        )
      )
    },
    Effect.fnUntraced(function*(flags) {
      yield* onPlatform(
        yield* chosenSettings(flags),
        Effect.gen(function*() {
          const operations = yield* WaitlistOperations
          return yield* operations.decide(yield* applicantOf(flags.user), flags.product, decision)
        })
      )
      yield* Console.log(`The application of ${flags.user} for ${flags.product} is ${decision}`)
    })
  ).pipe(Command.withDescription(description))

const grant = deciding("grant", "granted", "Grant a product to a user who has applied for it")
const reject = deciding("reject", "rejected", "Reject an application, or withdraw what was granted")

export const waitlist = Command.make("waitlist").pipe(
  Command.withDescription("Products that users of invited organizations apply for"),
  Command.withSubcommands([offer, products, invite, uninvite, applications, grant, reject])
)
