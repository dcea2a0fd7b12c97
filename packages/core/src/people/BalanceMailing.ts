import { Effect, Layer, Option } from "effect"
import { permissionsOf, RoleStore, type User, UserStore } from "../access/index.ts"
import { BalanceNotices, type LowBalance } from "../billing/index.ts"
import { mailLocaleOf, Mails, mailTemplates } from "../mail/index.ts"
import { OrganizationStore } from "../organizations/index.ts"
import { effective, Money } from "../shared/index.ts"

/** People who get a mail about one low balance, the oldest users first. */
const maximumRecipients = 20

/** Mails low balances to the payer's people whose role includes `billing:read`, once for each crossing of the threshold. */
export const BalanceMailing = Layer.effectDiscard(Effect.gen(function*() {
  const receivers = yield* BalanceNotices
  const mails = yield* Mails
  const organizations = yield* OrganizationStore
  const roles = yield* RoleStore
  const users = yield* UserStore
  if (receivers === null) return

  const recipientsOf = Effect.fnUntraced(function*({ payer_id }: LowBalance) {
    const custom = new Map((yield* roles.list(payer_id)).map((role) => [role.label, role.permissions]))
    const seesBilling = ({ role }: User) =>
      role !== null && effective(permissionsOf(role, custom.get(role) ?? null)).includes("billing:read")
    return (yield* users.list(payer_id)).filter(seesBilling).slice(0, maximumRecipients)
  })

  yield* receivers.register(Effect.fnUntraced(function*(notice) {
    const organization = yield* organizations.find(notice.payer_id)
    if (Option.isNone(organization)) return
    const text = (amount: number) => `${Money.toDecimal(amount)} ${notice.currency}`
    for (const user of yield* recipientsOf(notice)) {
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
