import { Effect, Layer, Option } from "effect"
import { BalanceNotices } from "../billing/index.ts"
import { mailLocaleOf, Mails, mailTemplates } from "../mail/index.ts"
import { OrganizationStore } from "../organizations/index.ts"
import { Money } from "../shared/index.ts"
import { makePermittedUsers } from "./makePermittedUsers.ts"

/** Mails low balances to the payer's people whose role includes `billing:read`, once for each crossing of the threshold. */
export const BalanceMailing = Layer.effectDiscard(Effect.gen(function*() {
  const receivers = yield* BalanceNotices
  const mails = yield* Mails
  const organizations = yield* OrganizationStore
  const permittedUsers = yield* makePermittedUsers
  if (receivers === null) return

  yield* receivers.register(Effect.fnUntraced(function*(notice) {
    const organization = yield* organizations.find(notice.payer_id)
    if (Option.isNone(organization)) return
    const text = (amount: number) => `${Money.toDecimal(amount)} ${notice.currency}`
    for (const user of yield* permittedUsers(notice.payer_id, "billing:read")) {
      yield* mails.send({
        cause: `balance_low/${notice.cause}/${user.user_id}`,
        organization_id: notice.payer_id,
        to: user.email,
        locale: mailLocaleOf(user),
        template: mailTemplates.balanceLow,
        values: {
          name: `${user.first_name} ${user.last_name}`,
          organization: organization.value.name,
          balance: text(notice.balance),
          threshold: text(notice.threshold)
        }
      })
    }
  }))
}))
