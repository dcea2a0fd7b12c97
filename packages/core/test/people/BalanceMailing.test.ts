import { assert, describe, it } from "@effect/vitest"
import { asSystem, UserId, Users } from "@namewright/core/access"
import { OrganizationId } from "@namewright/core/shared"
import { testPlatform } from "@namewright/testing"

/** An organization with a threshold of 20.00, people of several roles, and a suborganization for which it pays. */
const started = async () => {
  const platform = await testPlatform()
  const { organization_id } = await platform.operator.organizations.createParent({ name: "ACME" })
  const owner = platform.as(organization_id, "admin")
  await owner.organizations.updateAttributes([{ key: "balance_alert_threshold", value: "20.00" }])
  const person = async (first_name: string, role: string | null, locale: string) => {
    const email = `${first_name.toLowerCase()}@example.com`
    const { user_id } = await owner.users.create({ username: first_name, email, first_name, last_name: "X", locale })
    const assigned = Users.use((users) => users.assignRole(UserId.make(user_id), role))
    await platform.runtime.runPromise(asSystem(OrganizationId.make(organization_id), assigned))
    return email
  }
  const ada = await person("Ada", "billing_manager", "en")
  const bob = await person("Bob", "domain_manager", "en")
  const eve = await person("Eve", null, "en")
  const move = (amount: string) =>
    platform.operator.wallets.adjust({
      organization_id,
      amount,
      reference: `note ${platform.mails().length} ${amount}`
    })
  const lowMails = (to: string) => platform.mails(to).filter(({ subject }) => /balance|Guthaben/i.test(subject))
  return { platform, organization_id, owner, ada, bob, eve, person, move, lowMails }
}

describe("mails about low balances", () => {
  it("are sent to people with billing rights, once for each time the balance falls below the threshold", async () => {
    const { ada, bob, eve, lowMails, move, organization_id, owner, person, platform } = await started()
    await using _ = platform
    await platform.operator.wallets.topUp({ organization_id, amount: "25.00", reference: "payment 1" })
    await move("-4.00")
    await platform.clock.advance({ minutes: 1 })
    assert.lengthOf(lowMails(ada), 0)
    await move("-2.00")
    await move("-3.00")
    await platform.clock.advance({ minutes: 1 })
    assert.deepStrictEqual([ada, bob, eve].map((to) => lowMails(to).length), [1, 0, 0])
    const [mail] = lowMails(ada)
    assert.strictEqual(mail?.subject, "The balance of ACME is 19.00 EUR")
    assert.include(mail?.text, "which is below the threshold of 20.00 EUR")
    const { items } = await owner.events.page({})
    assert.isTrue(items.some(({ subtype, type }) => type === "BALANCE" && subtype === "NOTIFICATION"))

    const karl = await person("Karl", "admin", "de")
    await platform.operator.wallets.topUp({ organization_id, amount: "10.00", reference: "payment 2" })
    await move("-7.00")
    await platform.clock.advance({ minutes: 1 })
    assert.lengthOf(lowMails(ada), 2)
    assert.strictEqual(lowMails(karl)[0]?.subject, "Das Guthaben von ACME beträgt 19.00 EUR")
  })

  it("are not sent without a threshold, nor for a charge that is refused", async () => {
    const { ada, lowMails, move, organization_id, platform } = await started()
    await using _ = platform
    await platform.operator.wallets.topUp({ organization_id, amount: "25.00", reference: "payment" })
    await move("-26.00").then(() => assert.fail("not refused"), () => undefined)
    await platform.operator.organizations.setAttribute(organization_id, {
      key: "balance_alert_threshold",
      value: null,
      private: false,
      protected: false
    })
    await move("-10.00")
    await platform.clock.advance({ minutes: 1 })
    assert.lengthOf(lowMails(ada), 0)
  })
})
