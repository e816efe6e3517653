import { describe, expect, it } from 'vitest'
import { ALLOWED_HOSTS, isAllowedUrl, judgeUrl } from '../../src/http/allowlist.ts'
import { PROVIDER_HOSTS } from '../support/tls-provider-server.ts'

describe('the allowlist', () => {
  it('holds exactly the documented hosts', () => {
    expect([...new Set(ALLOWED_HOSTS.map((row) => row.host))].sort()).toEqual([...PROVIDER_HOSTS].sort())
  })

  it.each([
    'https://api.crossref.org/works/10.1000%2Fx', 'https://API.CROSSREF.ORG/works?filter=doi:a', 'https://doi.org/doiRA/10.1000',
    'https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/v1.0/?ids=PMC1', 'https://www.ncbi.nlm.nih.gov/pmc/tools/idconv/api/v1/articles/?ids=PMC1', 'https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/?ids=PMC1',
    'https://doi.org:443/10.1000/x',
  ])('allows %s', (url) => expect(isAllowedUrl(url)).toBe(true))

  it.each([
    ['http://api.crossref.org/works', 'http: instead of https:'],
    ['https://user:secret@api.crossref.org/', 'a url with a user name'],
    ['https://user@api.crossref.org/', 'a url with a user name'],
    ['https://api.crossref.org:8443/', 'port 8443'],
    ['https://127.0.0.1/works', '127.0.0.1, which is not on the allowlist'],
    ['https://2130706433/', '127.0.0.1, which is not on the allowlist'],
    ['https://[::1]/', '[::1], which is not on the allowlist'],
    ['https://api.crossref.org./works', 'api.crossref.org., which is not on the allowlist'],
    ['https://evil-api.crossref.org/', 'evil-api.crossref.org, which is not on the allowlist'],
    ['https://api.crossref.org.example.com/', 'api.crossref.org.example.com, which is not on the allowlist'],
    ['https://api.crossref.org@example.com/', 'a url with a user name'],
    ['https://example.com/https://api.crossref.org/', 'example.com, which is not on the allowlist'],
    ['https://api\u3002crossref.org.evil.test/', 'api.crossref.org.evil.test, which is not on the allowlist'],
    ['https://pmc.ncbi.nlm.nih.gov/articles/PMC1/', 'a part of pmc.ncbi.nlm.nih.gov that is not on the allowlist'],
    ['https://www.ncbi.nlm.nih.gov/pubmed/1', 'a part of www.ncbi.nlm.nih.gov that is not on the allowlist'],
    ['https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/../../../pubmed', 'a part of www.ncbi.nlm.nih.gov that is not on the allowlist'],
    ['https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/%2e%2e/%2e%2e/x', 'a part of www.ncbi.nlm.nih.gov that is not on the allowlist'],
    ['https://www.ncbi.nlm.nih.gov/pmc/utils/idconv/..%2f..%2fx', 'a part of www.ncbi.nlm.nih.gov that is not on the allowlist'],
    ['data:text/plain,x', 'data: instead of https:'], ['file:///etc/passwd', 'file: instead of https:'],
    ['works/10.1000', 'a url that cannot be read'], ['', 'a url that cannot be read'],
  ])('blocks %s', (url, why) => expect(judgeUrl(url)).toEqual({ kind: 'blocked', why }))

  it('gives single works and lists of Crossref different lanes', () => {
    const lane = (path: string) => {
      const judged = judgeUrl(`https://api.crossref.org${path}`)
      return judged.kind === 'allowed' ? judged.row.lane : judged.why
    }
    expect(['/works/10.1000%2Fx', '/v1/works/10.1/x', '/works/10.1/x/agency'].map(lane)).toEqual(['single', 'single', 'single'])
    expect(['/works?filter=doi:10.1/x', '/works', '/works/', '/v1/works?query=x', '/journals/1234-5678/works'].map(lane)).toEqual(['list', 'list', 'list', 'list', 'list'])
  })
})
