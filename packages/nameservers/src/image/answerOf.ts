import { rcodes } from "../message/Rcode.ts"
import { rrTypes } from "../message/RrType.ts"
import * as WireName from "../message/WireName.ts"
import { additionalsOf, glueOf } from "./additionalsOf.ts"
import type { Answer, AnswerRrset } from "./Answer.ts"
import type { ImageRrset } from "./ImageRrset.ts"
import { type ImageNode, lookUp, type NameLookup, type ZoneImage } from "./ZoneImage.ts"

export interface ImageQuestion {
  /** At or below the apex, in lower case. */
  readonly name: WireName.WireName
  readonly type: number
  /** True if the client asks for signatures and proofs (RFC 3225). */
  readonly dnssecOk: boolean
}

/** Longest chain of CNAME and DNAME records that is followed for one question. */
const longestChain = 16

const longestName = 255

/** Answers one question. Each step handles one name of a chain of aliases. */
class Answering {
  readonly #image: ZoneImage
  readonly #question: ImageQuestion
  readonly #answers: Array<AnswerRrset> = []
  readonly #authorities: Array<AnswerRrset> = []
  readonly #seen = new Set<WireName.WireName>()
  #additionals: ReadonlyArray<AnswerRrset> = []
  #isAuthoritative = true
  #isAdditionalNeeded = false
  #rcode: number = rcodes.NOERROR

  constructor(image: ZoneImage, question: ImageQuestion) {
    this.#image = image
    this.#question = question
  }

  answer(): Answer {
    let name: WireName.WireName | undefined = this.#question.name
    while (name !== undefined && this.#seen.size <= longestChain && !this.#seen.has(name)) {
      this.#seen.add(name)
      name = WireName.isWithin(name, this.#image.apex) ? this.#step(name) : undefined
    }
    return {
      rcode: this.#rcode,
      isAuthoritative: this.#isAuthoritative,
      answers: this.#answers,
      authorities: this.#authorities,
      additionals: this.#additionals,
      isAdditionalNeeded: this.#isAdditionalNeeded
    }
  }

  /** Returns the next name of the chain, if there is one. */
  #step(name: WireName.WireName): WireName.WireName | undefined {
    const lookup = lookUp(this.#image, name, this.#question.type)
    switch (lookup.kind) {
      case "cut":
        return this.#refer(lookup)
      case "dname":
        return this.#redirect(name, lookup)
      case "none":
        return this.#deny(name, lookup)
      case "node":
        return this.#atNode(name, lookup.node, undefined)
      case "wildcard":
        return this.#atNode(name, lookup.node, lookup.encloser)
    }
  }

  /** @param encloser Name whose wildcard answers instead of the name; undefined if the name exists. */
  #atNode(
    name: WireName.WireName,
    node: ImageNode,
    encloser: WireName.WireName | undefined
  ): WireName.WireName | undefined {
    const found = this.#rrsetAt(encloser === undefined ? name : `\u0001*${encloser}`, node)
    const cname = found === undefined && this.#question.type !== rrTypes.NSEC ? node.get(rrTypes.CNAME) : undefined
    const rrset = found ?? cname
    if (rrset === undefined) {
      this.#soa()
      this.#prove((proofs, of) =>
        encloser === undefined ? proofs.noData(of(name)) : proofs.wildcardNoData(of(name), of(encloser))
      )
      return undefined
    }
    this.#answers.push({ owner: name, rrset, ttl: rrset.ttl, isSigned: rrset.type !== rrTypes.RRSIG })
    if (encloser !== undefined) this.#prove((proofs, of) => proofs.wildcardAnswer(of(name), of(encloser)))
    if (cname !== undefined) return targetOf(cname)
    if (this.#question.type !== rrTypes.ANY) this.#additionals = additionalsOf(this.#image, rrset, name)
    return undefined
  }

  /** The RRset at an existing name that answers the question, including NSEC and RRSIG. */
  #rrsetAt(name: WireName.WireName, node: ImageNode): ImageRrset | undefined {
    const { type } = this.#question
    const { signatures } = this.#image
    if (type === rrTypes.ANY) return firstOf(node)
    if (signatures === undefined || node.size === 0) return node.get(type)
    if (type === rrTypes.NSEC) {
      const own = WireName.toDnsName(name)
      return signatures.proofs.noData(own).find((proof) => proof.type === rrTypes.NSEC && proof.name === own)
    }
    if (type !== rrTypes.RRSIG) return node.get(type)
    const [first, ...others] = [...node.values()]
    return first && {
      ...first,
      type,
      ttl: Math.min(first.ttl, ...others.map(({ ttl }) => ttl)),
      rdata: [first, ...others].flatMap(signatures.of)
    }
  }

  #refer({ name, node }: Extract<NameLookup, { readonly kind: "cut" }>): undefined {
    const ns = node.get(rrTypes.NS)
    if (ns === undefined) return undefined
    if (this.#answers.length === 0) this.#isAuthoritative = false
    this.#authorities.push({ owner: name, rrset: ns, ttl: ns.ttl, isSigned: false })
    const ds = node.get(rrTypes.DS)
    if (!this.#question.dnssecOk || this.#image.signatures === undefined) {
      // Only validators need the DS.
    } else if (ds === undefined) this.#prove((proofs, of) => proofs.noData(of(name)))
    else this.#authorities.push({ owner: name, rrset: ds, ttl: ds.ttl, isSigned: true })
    const { isNeeded, rrsets } = glueOf(this.#image, name, ns)
    this.#additionals = rrsets
    this.#isAdditionalNeeded = isNeeded
    return undefined
  }

  /** Answers with a DNAME and the CNAME synthesized from it (RFC 6672, section 3.2). */
  #redirect(
    name: WireName.WireName,
    { dname, name: owner }: Extract<NameLookup, { readonly kind: "dname" }>
  ): WireName.WireName | undefined {
    if (!this.#answers.some(({ rrset }) => rrset === dname)) {
      this.#answers.push({ owner, rrset: dname, ttl: dname.ttl, isSigned: true })
    }
    const [data] = dname.rdata
    const target = name.slice(0, name.length - owner.length) + WireName.ofOctets(data ?? new Uint8Array(1))
    if (target.length > longestName) {
      this.#rcode = rcodes.YXDOMAIN
      return undefined
    }
    const cname = { name: dname.name, type: rrTypes.CNAME, ttl: dname.ttl, rdata: [WireName.octetsOf(target)] }
    this.#answers.push({ owner: name, rrset: cname, ttl: dname.ttl, isSigned: false })
    const { type } = this.#question
    return type === rrTypes.CNAME || type === rrTypes.ANY ? undefined : WireName.lowerCase(target)
  }

  #deny(name: WireName.WireName, { encloser }: Extract<NameLookup, { readonly kind: "none" }>): undefined {
    this.#rcode = rcodes.NXDOMAIN
    this.#soa()
    this.#prove((proofs, of) => proofs.nameError(of(name), of(encloser)))
    return undefined
  }

  #soa(): void {
    const { apex, negativeTtl, soa } = this.#image
    this.#authorities.push({ owner: apex, rrset: soa, ttl: negativeTtl, isSigned: true })
  }

  #prove(
    proofs: (
      proofs: NonNullable<ZoneImage["signatures"]>["proofs"],
      of: typeof WireName.toDnsName
    ) => ReadonlyArray<ImageRrset>
  ): void {
    const { signatures } = this.#image
    if (signatures === undefined || !this.#question.dnssecOk) return
    for (const rrset of proofs(signatures.proofs, WireName.toDnsName)) {
      if (this.#authorities.some((other) => other.rrset === rrset)) continue
      this.#authorities.push({ owner: WireName.of(rrset.name), rrset, ttl: rrset.ttl, isSigned: true })
    }
  }
}

/** The RRset of the lowest type, which answers ANY instead of all RRsets (RFC 8482, section 4.1). */
const firstOf = (node: ImageNode): ImageRrset | undefined => node.get(Math.min(...node.keys()))

const targetOf = ({ rdata: [data] }: ImageRrset): WireName.WireName =>
  WireName.lowerCase(WireName.ofOctets(data ?? new Uint8Array(1)))

/** Answers a question for a name of the zone. */
export const answerOf = (image: ZoneImage, question: ImageQuestion): Answer => new Answering(image, question).answer()
