import { assert, describe, it } from "@effect/vitest"
import { companyMatches } from "../../src/organizations/companyMatches.ts"

const nameMatches = (name: string, registered: string) =>
  companyMatches({ name, city: null }, { name: registered, address: null })

const cityMatches = (city: string, address: string) => companyMatches({ name: "ACME", city }, { name: null, address })

describe("a company and its entry in a register", () => {
  it.each([
    ["Müller & Söhne GmbH", "MUELLER & SOEHNE GMBH"],
    ["Example", "EXAMPLE B.V."],
    ["Example Sp. z o.o.", "EXAMPLE SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ"],
    ["Příklad, s. r. o.", "Priklad s.r.o."],
    ["Ørsted Wind Power A/S", "ORSTED WIND POWER A/S"],
    ["Société d'Exemple SARL", "SARL SOCIETE D EXEMPLE"],
    ["Shop", "EXAMPLE NV||SHOP"],
    ["Example Trading Limited", "EXAMPLE"],
    ["Παράδειγμα ΑΕ", "ΠΑΡΑΔΕΙΓΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ||ΠΑΡΑΔΕΙΓΜΑ"],
    ["Paradeigma AE", "ΠΑΡΑΔΕΙΓΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ"],
    ["Primer", "ПРИМЕР - ЕООД"],
    ["GmbH", "GMBH"],
    ["Example", "---"]
  ])("have the same name: %s, %s", (name, registered) => {
    assert.isTrue(nameMatches(name, registered))
  })

  it.each([
    ["Example GmbH", "Sample GmbH"],
    ["GmbH", "Sample GmbH"],
    ["Example Bakery", "EXAMPLE BREWERY"],
    ["Пример", "EXAMPLE LTD"],
    ["123", "EXAMPLE LTD"],
    ["!", "EXAMPLE LTD"],
    ["Primer", "EXAMPLE ПРИМЕР"]
  ])("have different names: %s, %s", (name, registered) => {
    assert.isFalse(nameMatches(name, registered))
  })

  it.each([
    ["Köln", "Hauptstr. 1\n50667 KOELN"],
    ["Dublin 2", "1 EXAMPLE STREET, DUBLIN 2, D02 XY45"],
    ["Saint-Denis", "1 RUE DE L EXEMPLE\n93200 SAINT DENIS"],
    ["Αθήνα", "ΟΔΟΣ 1 11111 - ΑΘΗΝΑ"],
    ["Athens", "ΟΔΟΣ 1 11111 - ΑΘΗΝΑ"],
    ["Berlin", "---"]
  ])("are in the same city: %s, %s", (city, address) => {
    assert.isTrue(cityMatches(city, address))
  })

  it.each([
    ["Roma", "VIA ROMANA 1\n20100 MILANO MI"],
    ["Dublin 4", "1 EXAMPLE STREET, DUBLIN 2"]
  ])("are in different cities: %s, %s", (city, address) => {
    assert.isFalse(cityMatches(city, address))
  })

  it("agree if the register discloses nothing, or the company names no city", () => {
    assert.isTrue(companyMatches({ name: "A", city: "B" }, { name: null, address: null }))
    assert.isTrue(companyMatches({ name: "Example", city: null }, { name: "EXAMPLE", address: "1 Street\nBerlin" }))
    assert.isFalse(companyMatches({ name: "Example", city: "Bonn" }, { name: "EXAMPLE", address: "1 Street\nBerlin" }))
    assert.isFalse(companyMatches({ name: "Other", city: "Berlin" }, { name: "EXAMPLE", address: "1 Street\nBerlin" }))
  })
})
