import { assert, describe, it } from "@effect/vitest"
import { answered, isReady, type Registered, type SeenHostname, unanswered, verdictOn } from "@namewright/core/dns"
import { Hostname } from "@namewright/core/shared"

const anycast = { ipv4: ["192.0.2.1", "198.51.100.1"], ipv6: ["2001:db8::1", "2001:db8::2"] }
const right = answered(["2001:DB8:0::2", "198.51.100.1", "192.0.2.1", "2001:db8::1"])
const none = answered([])
const other = answered(["203.0.113.7"])
const silent = unanswered("timeout")
const foreign: Registered = { _tag: "Foreign" }
const notKept: Registered = { _tag: "NotKept" }

const hostname = Hostname.make("ns1.example.com")
const second: SeenHostname = {
  hostname: Hostname.make("ns2.example.com"),
  published: right,
  registered: right,
  visible: right
}

const seen = (published: SeenHostname["published"], registered: Registered, visible: SeenHostname["visible"]) => {
  const isForeign = registered === foreign
  return [
    { hostname, published, registered, visible },
    isForeign ? { ...second, registered } : second
  ]
}

/** The state, and the status of each check. */
const cases: ReadonlyArray<readonly [string, ReturnType<typeof seen>, string, string]> = [
  ["everything is in place", seen(right, right, right), "ready", "pass pass pass"],
  ["the parent is not in the account", seen(right, foreign, right), "ready", "pass pass"],
  ["addresses lack", seen(none, right, right), "action_required", "fail pass pass"],
  ["an address lacks", seen(answered(["192.0.2.1"]), right, right), "action_required", "fail pass pass"],
  [
    "an address is too much",
    seen(
      answered([...anycast.ipv4, ...anycast.ipv6, "203.0.113.7"]),
      right,
      right
    ),
    "action_required",
    "fail pass pass"
  ],
  ["nobody answers", seen(silent, right, right), "action_required", "fail pass pass"],
  ["a required check fails beside glue at odds", seen(other, right, other), "action_required", "fail pass warn"],
  ["the zone above has other glue", seen(right, right, other), "degraded", "pass pass warn"],
  ["both have other glue than wanted", seen(right, other, other), "ready", "pass warn warn"],
  ["the zone above has no glue yet", seen(right, right, none), "propagating", "pass pass warn"],
  ["the zone above does not answer", seen(right, right, silent), "propagating", "pass pass warn"],
  ["the zone above of a foreign parent has no glue", seen(right, foreign, none), "propagating", "pass warn"],
  ["the registry has no glue", seen(right, none, none), "ready", "pass warn warn"],
  ["the registry does not answer", seen(right, silent, right), "ready", "pass warn pass"],
  ["the registry keeps glue with domains", seen(right, notKept, right), "ready", "pass pass pass"]
]

describe("the verdict on the names of a set", () => {
  it.each(cases)("when %s", (_, found, state, statuses) => {
    const { checks, summary } = verdictOn(anycast, found)
    assert.deepStrictEqual([summary.state, checks.map(({ status }) => status).join(" ")], [state, statuses])
    assert.strictEqual(isReady({ checks }), state !== "action_required")
    for (const { remediation, status } of checks) {
      assert.strictEqual(remediation !== null, status === "fail" || status === "warn")
    }
  })

  it("returns the actual and the expected values of each hostname", () => {
    const [addresses] = verdictOn(anycast, seen(other, right, right)).checks
    assert.deepInclude(addresses, {
      id: "ns_a_records",
      severity: "required",
      source: "public_dns",
      confidence: "best_effort",
      detail: "ns1.example.com has 203.0.113.7 instead of 192.0.2.1, 198.51.100.1, 2001:db8::1, 2001:db8::2",
      observed: {
        required_records: { A: anycast.ipv4, AAAA: anycast.ipv6 },
        hostnames: [
          { hostname: "ns1.example.com", addresses: ["203.0.113.7"] },
          {
            hostname: "ns2.example.com",
            addresses: ["192.0.2.1", "198.51.100.1", "2001:db8::1", "2001:db8::2"]
          }
        ]
      }
    })
    const [unknown] = verdictOn(anycast, seen(silent, right, right)).checks
    assert.strictEqual(unknown?.detail, "ns1.example.com could not be looked up: timeout")
  })

  it("reports the zone above only if its nameservers responded", () => {
    const confidence = (visible: SeenHostname["visible"]) =>
      verdictOn(anycast, seen(right, right, visible)).checks.at(-1)?.confidence
    assert.deepStrictEqual([right, none, silent].map(confidence), ["authoritative", "authoritative", "best_effort"])
  })

  it("reports a registry that stores glue with its domains as information", () => {
    const kept = verdictOn(anycast, [{ hostname, published: right, registered: notKept, visible: none }])
    assert.deepStrictEqual(kept.checks.map(({ id, status }) => `${id} ${status}`), [
      "ns_a_records pass",
      "registry_glue_registered info",
      "registry_glue_visible warn"
    ])
    assert.strictEqual(kept.summary.state, "propagating")
  })
})
