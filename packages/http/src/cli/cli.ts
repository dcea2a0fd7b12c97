import { Command } from "effect/cli"
import { branding } from "./commands/branding.ts"
import { certificates } from "./commands/certificates.ts"
import { doctor } from "./commands/doctor.ts"
import { invoices } from "./commands/invoices.ts"
import { ipRestrictions } from "./commands/ipRestrictions.ts"
import { jobs } from "./commands/jobs.ts"
import { keys } from "./commands/keys.ts"
import { migrate } from "./commands/migrate.ts"
import { openapi } from "./commands/openapi.ts"
import { organizations } from "./commands/organizations.ts"
import { payments } from "./commands/payments.ts"
import { prices } from "./commands/prices.ts"
import { reconcile } from "./commands/reconcile.ts"
import { registry } from "./commands/registry.ts"
import { serve } from "./commands/serve.ts"
import { signingKeys } from "./commands/signingKeys.ts"
import { statistics } from "./commands/statistics.ts"
import { users } from "./commands/users.ts"
import { waitlist } from "./commands/waitlist.ts"

/** The command line. It runs with the services of a platform such as Node. */
export const cli = Command.make("namewright").pipe(
  Command.withDescription("A domain wholesale platform"),
  Command.withSubcommands([
    serve,
    migrate,
    organizations,
    users,
    keys,
    signingKeys,
    ipRestrictions,
    prices,
    branding,
    waitlist,
    certificates,
    invoices,
    payments,
    reconcile,
    jobs,
    registry,
    statistics,
    openapi,
    doctor
  ])
)
