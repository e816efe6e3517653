const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', omicron: 'ο', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ',
  upsilon: 'υ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω',
}
const capitalised = Object.fromEntries(Object.entries(GREEK).map(([name, letter]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, letter.toUpperCase()]))

/** HTML entity names without `&` and `;` (accented letters are decoded by rule in markup.ts). */
export const SYMBOL_ENTITIES: Readonly<Record<string, string>> = {
  ...GREEK, ...capitalised,
  amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '', zwnj: '', zwj: '', ndash: '–', mdash: '—', hyphen: '-', dash: '-', minus: '−', horbar: '―', hellip: '…',
  lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„', laquo: '«', raquo: '»', prime: '′', times: '×', deg: '°', plusmn: '±', micro: 'μ', middot: '·', bull: '•', trade: '', reg: '', copy: '', sup1: '¹', sup2: '²', sup3: '³',
  frac12: '½', frac14: '¼', frac34: '¾', le: '≤', ge: '≥', ne: '≠', asymp: '≈', sim: '∼', infin: '∞', rarr: '→', larr: '←', harr: '↔', radic: '√', sum: '∑', part: '∂', szlig: 'ß', aelig: 'æ', AElig: 'Æ', oslash: 'ø', Oslash: 'Ø', eth: 'ð', ETH: 'Ð',
  thorn: 'þ', THORN: 'Þ', oelig: 'œ', OElig: 'Œ', lstrok: 'ł', Lstrok: 'Ł', inodot: 'ı', dagger: '†', Dagger: '‡', sect: '§', para: '¶', num: '#', percnt: '%', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', comma: ',', period: '.', colon: ':', semi: ';', sol: '/', ast: '*', plus: '+', equals: '=',
}

/** TeX commands that stand for a symbol. Commands that only format are dropped in markup.ts; unknown ones keep their name. */
export const SYMBOL_COMMANDS: Readonly<Record<string, string>> = {
  ...GREEK, ...capitalised,
  varepsilon: 'ε', vartheta: 'θ', varphi: 'φ', varrho: 'ρ', varsigma: 'σ', varpi: 'π', ell: 'l', hbar: 'h', imath: 'i', jmath: 'j', times: '×', cdot: '·', pm: '±', mp: '∓', leq: '≤', le: '≤', geq: '≥', ge: '≥', neq: '≠', ne: '≠', ll: '≪', gg: '≫', approx: '≈', sim: '∼', simeq: '≃',
  lesssim: '≲', gtrsim: '≳', propto: '∝', infty: '∞', to: '→', rightarrow: '→', leftarrow: '←', leftrightarrow: '↔', Rightarrow: '⇒', mapsto: '↦', sqrt: '√', sum: '∑', prod: '∏', int: '∫', partial: '∂', nabla: '∇', in: '∈', notin: '∉', subset: '⊂', cup: '∪', cap: '∩', otimes: '⊗', oplus: '⊕', circ: '°', degree: '°', textdegree: '°',
  prime: '′', dagger: '†', ast: '*', star: '*', textasciitilde: '~', ldots: '…', dots: '…', cdots: '…', textendash: '–', textemdash: '—', textquoteright: '’', textquoteleft: '‘', textquotedblleft: '“', textquotedblright: '”', textregistered: '', texttrademark: '', textmu: 'μ', textgreater: '>', textless: '<',
  ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', aa: 'å', AA: 'Å', i: 'i', j: 'j', dh: 'ð', th: 'þ', TeX: 'TeX', LaTeX: 'LaTeX', quad: ' ', qquad: ' ', and: 'and', backslash: ' ', slash: '/', colon: ':', langle: '⟨', rangle: '⟩', lbrace: '', rbrace: '', vert: '|', mid: '|', textsuperscript: '^', textsubscript: '_', textbackslash: ' ',
  log: 'log', exp: 'exp', min: 'min', max: 'max', sin: 'sin', cos: 'cos', Re: 'Re', Im: 'Im',
}
