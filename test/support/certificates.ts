import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/**
 * X.509 certificates made at test time with node:crypto alone (no openssl program, no package): just enough DER for a CA,
 * a server certificate with DNS names, and one that no one trusts. Structure: RFC 5280 section 4.1.
 */
export interface Certificate {
  /** PEM. */
  readonly cert: string
  /** PEM, PKCS #8. */
  readonly key: string
}

interface Issuer {
  readonly name: string
  readonly privateKey: KeyObject
}

export interface CertificateSet {
  readonly ca: Certificate
  readonly server: Certificate
  /** Self-signed, for the same names. */
  readonly untrusted: Certificate
}

/** One CA, a server certificate for all the names, and a self-signed one for the same names. Valid from an hour ago for two days. */
export function createCertificates(names: readonly string[]): CertificateSet {
  const caKeys = newKeys()
  const caName = `test CA ${randomBytes(4).toString('hex')}`
  const ca = certificate(caName, caKeys, { name: caName, privateKey: caKeys.privateKey }, [basicConstraints(true), keyUsageOfCa()])
  const serverKeys = newKeys()
  const server = certificate('provider', serverKeys, { name: caName, privateKey: caKeys.privateKey }, [basicConstraints(false), subjectAltNames(names)])
  const badKeys = newKeys()
  const untrusted = certificate('untrusted', badKeys, { name: 'untrusted', privateKey: badKeys.privateKey }, [basicConstraints(false), subjectAltNames(names)])
  return { ca, server, untrusted }
}

type Keys = ReturnType<typeof newKeys>
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

function certificate(subject: string, keys: Keys, issuer: Issuer, extensions: readonly Buffer[]): Certificate {
  const algorithm = sequence(oid(ECDSA_WITH_SHA256))
  const now = Date.now()
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(issuer.name),
    sequence(utcTime(now - 3_600_000), utcTime(now + 2 * 86_400_000)),
    commonName(subject),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  )
  const signature = createSign('sha256').update(body).sign(issuer.privateKey)
  const der = sequence(body, algorithm, bitString(signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const COMMON_NAME = [0x55, 0x04, 0x03]
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13]
const KEY_USAGE = [0x55, 0x1d, 0x0f]
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11]

const basicConstraints = (isCa: boolean) => sequence(oid(BASIC_CONSTRAINTS), boolean(true), octets(isCa ? sequence(boolean(true)) : sequence()))
/** keyCertSign and cRLSign. */
const keyUsageOfCa = () => sequence(oid(KEY_USAGE), boolean(true), octets(tagged(0x03, Buffer.from([1, 0x06]))))
const subjectAltNames = (names: readonly string[]) => sequence(oid(SUBJECT_ALT_NAME), octets(sequence(...names.map((name) => tagged(0x82, Buffer.from(name))))))
const commonName = (name: string) => sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(0x0c, Buffer.from(name)))))
const utcTime = (time: number) => tagged(0x17, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`))

const sequence = (...parts: readonly Buffer[]) => tagged(0x30, Buffer.concat(parts))
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const oid = (bytes: readonly number[]) => tagged(0x06, Buffer.from(bytes))
const boolean = (value: boolean) => tagged(0x01, Buffer.from([value ? 0xff : 0]))
const octets = (bytes: Buffer) => tagged(0x04, bytes)
const bitString = (bytes: Buffer) => tagged(0x03, Buffer.concat([Buffer.from([0]), bytes]))

function tagged(tag: number, content: Buffer): Buffer {
  const n = content.length
  const length = n < 0x80 ? [n] : n < 0x100 ? [0x81, n] : [0x82, n >> 8, n & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
