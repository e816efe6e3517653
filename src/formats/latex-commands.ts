/** Text of LaTeX commands that the library does not know; the journals are the AASTeX macros that ADS exports use. */
export const COMMAND_TEXT: Readonly<Record<string, string>> = {
  ' ': ' ', '\n': ' ', '\t': ' ', TeX: 'TeX', LaTeXe: 'LaTeX2e', BibTeX: 'BibTeX', ConTeXt: 'ConTeXt', XeTeX: 'XeTeX', LuaTeX: 'LuaTeX', pdfTeX: 'pdfTeX', MF: 'METAFONT', MP: 'MetaPost', Dash: '—',
  textasciicircum: '^', textasciitilde: '~', textbackslash: '\\', textunderscore: '_', slash: '/', newline: ' ', break: ' ', quad: ' ', qquad: ' ', thinspace: ' ', enspace: ' ',
  aj: 'Astronomical Journal', apj: 'Astrophysical Journal', apjl: 'Astrophysical Journal Letters', apjlett: 'Astrophysical Journal Letters', apjs: 'Astrophysical Journal Supplement Series', apjsupp: 'Astrophysical Journal Supplement Series',
  mnras: 'Monthly Notices of the Royal Astronomical Society', aap: 'Astronomy and Astrophysics', astap: 'Astronomy and Astrophysics', aapr: 'Astronomy and Astrophysics Reviews', aaps: 'Astronomy and Astrophysics Supplement Series',
  araa: 'Annual Review of Astronomy and Astrophysics', pasp: 'Publications of the Astronomical Society of the Pacific', pasj: 'Publications of the Astronomical Society of Japan', pasa: 'Publications of the Astronomical Society of Australia',
  nat: 'Nature', apss: 'Astrophysics and Space Science', ssr: 'Space Science Reviews', solphys: 'Solar Physics', icarus: 'Icarus', planss: 'Planetary and Space Science', jgr: 'Journal of Geophysical Research',
  grl: 'Geophysical Research Letters', jcap: 'Journal of Cosmology and Astroparticle Physics', physrep: 'Physics Reports', pra: 'Physical Review A', prb: 'Physical Review B', prc: 'Physical Review C', prd: 'Physical Review D',
  pre: 'Physical Review E', prl: 'Physical Review Letters', rmp: 'Reviews of Modern Physics', bain: 'Bulletin of the Astronomical Institutes of the Netherlands', baas: 'Bulletin of the American Astronomical Society', ao: 'Applied Optics',
  nar: 'New Astronomy Reviews', na: 'New Astronomy', procspie: 'Proceedings of SPIE', memras: 'Memoirs of the Royal Astronomical Society', qjras: 'Quarterly Journal of the Royal Astronomical Society', iaucirc: 'IAU Circulars', sovast: 'Soviet Astronomy',
}

/** Commands that change how text looks, not what it says: left out without a remark. */
export const SILENT_COMMANDS: ReadonlySet<string> = new Set([
  'sf', 'sffamily', 'rmfamily', 'ttfamily', 'itshape', 'upshape', 'slshape', 'scshape', 'bfseries', 'mdseries', 'normalfont', 'small', 'footnotesize', 'large', 'protect', 'xspace', 'mathcal', 'mathsf', 'mathbf', 'mathit', 'mathbb',
  'mathfrak', 'boldsymbol', 'bm', 'operatorname', 'text', 'textnormal', 'textsf', 'textmd', 'acro', 'nobreak', 'allowbreak', 'hyphenation', 'displaystyle', 'textstyle', 'nocorr', '/', '!', '>', ';', ':', 'nolinkurl', 'uppercase', 'lowercase', 'MakeUppercase',
])
