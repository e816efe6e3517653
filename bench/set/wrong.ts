/** Wrong titles, written by hand: the change and only the change is what a reader would have to notice. */
export const WRONG_TITLES: Readonly<Record<string, readonly [title: string, kind: 'replaced' | 'dropped' | 'added' | 'negated' | 'reordered']>> = {
  lecun2015: ['Deep reasoning', 'replaced'],
  hochreiter1997: ['Long Short-Range Memory', 'replaced'],
  he2016: ['Deep Residual Learning for Video Recognition', 'replaced'],
  cortes1995: ['Support-tensor networks', 'replaced'],
  dijkstra1959: ['A note on three problems in connexion with graphs', 'replaced'],
  rivest1978: ['A method for obtaining digital signatures and private-key cryptosystems', 'replaced'],
  lamport1978: ['Time, clocks, and the ordering of events in a centralized system', 'replaced'],
  lowe2004: ['Distinctive Image Features from Rotation-Invariant Keypoints', 'replaced'],
  ronneberger2015: ['U-Net: Convolutional Networks for Medical Image Classification', 'replaced'],
  higgs1964: ['Broken Symmetries and the Charges of Gauge Bosons', 'replaced'],
  novoselov2004: ['Magnetic Field Effect in Atomically Thin Carbon Films', 'replaced'],
  lee1988: ['Development of the Colle-Salvetti exchange-energy formula into a functional of the electron density', 'replaced'],
  becke1993: ['Density-functional thermochemistry. IV. The role of exact exchange', 'replaced'],
  laemmli1970: ['Cleavage of Structural Proteins during the Assembly of the Tail of Bacteriophage T4', 'replaced'],
  kresse1996: ['Efficient iterative schemes for ab initio free-energy calculations using a plane-wave basis set', 'replaced'],
  takahashi2006: ['Induction of Pluripotent Stem Cells from Human Embryonic and Adult Fibroblast Cultures by Defined Factors', 'replaced'],
  love2014: ['Moderated estimation of fold change and dispersion for DNA-seq data with DESeq2', 'replaced'],
  ioannidis2005: ['Why Most Published Research Findings Are Not False', 'negated'],
  polack2020: ['Safety and Efficacy of the BNT162b1 mRNA Covid-19 Vaccine', 'replaced'],
  patro2017: ['Salmon provides fast and bias-aware quantification of protein expression', 'replaced'],
  dempster1977: ['Maximum Likelihood from Complete Data Via the EM Algorithm', 'replaced'],
  benjamini1995: ['Controlling the False Discovery Rate: A Practical and Powerful Approach to Sequential Testing', 'replaced'],
  tibshirani1996: ['Regression Shrinkage Via the Lasso', 'dropped'],
  kaplan1958: ['Parametric Estimation from Incomplete Observations', 'replaced'],
  metropolis1953: ['Equation of State Calculations by Very Fast Quantum Computing Machines', 'added'],
  black1973: ['The Pricing of Options', 'dropped'],
  tversky1974: ['Judgment under Certainty: Heuristics and Biases', 'negated'],
  granovetter1973: ['The Weakness of Strong Ties', 'reordered'],
  hardin1968: ['The Tragedy of the Global Commons', 'added'],
  miller1956: ['The magical number nine, plus or minus two: Some limits on our capacity for processing information', 'replaced'],
  boyd2004: ['Nonconvex Optimization', 'negated'],
  vaswani2017: ['Attention Is Not All You Need', 'negated'],
  goodfellow2014: ['Generative Adversarial Imitation Networks', 'added'],
  hu2021: ['LoRA: Low-Rank Adaptation of Large Vision Models', 'replaced'],
  altschul1990: ['Basic global alignment search tool', 'replaced'],
  li2009: ['Fast and accurate long read alignment with Burrows-Wheeler transform', 'replaced'],
  higgins2003: ['Measuring consistency in meta-analyses', 'negated'],
  putterman2008: ['Post-1500 Population Flows and the Short Run Determinants of Economic Growth and Inequality', 'replaced'],
  vanderplas2015: ['Supersmoother: Major Feature Release', 'replaced'],
  nicollerat1973: ['On chain maps inducing isomorphisms in cohomology', 'replaced'],
}

/** Wrong venues: a sister journal, or another one of the field. */
export const WRONG_VENUES: Readonly<Record<string, string>> = {
  lecun2015: 'Nature Methods', hochreiter1997: 'Neural Networks', he2016: '2016 European Conference on Computer Vision (ECCV)', cortes1995: 'Machine Vision and Applications',
  rivest1978: 'Journal of the ACM', lowe2004: 'IEEE Transactions on Pattern Analysis and Machine Intelligence', diffie1976: 'IEEE Transactions on Computers', higgs1964: 'Physical Review D',
  perdew1996: 'Physical Review B', newman2006: 'Physical Review Letters', lee1988: 'Physical Review A', becke1993: 'The Journal of Physical Chemistry', kolb2001: 'Chemistry – A European Journal',
  hanahan2011: 'Cancer Cell', love2014: 'Genome Research', ioannidis2005: 'PLoS ONE', polack2020: 'The Lancet', patro2017: 'Nature Biotechnology', efron1979: 'The Annals of Probability',
  dempster1977: 'Journal of the Royal Statistical Society Series A: Statistics in Society', kaplan1958: 'Biometrika', black1973: 'Journal of Political Theory', granovetter1973: 'American Sociological Review', watts1998: 'Science',
  altschul1990: 'Journal of bacteriology', devlin2019: 'Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing', braun2006: 'Qualitative Health Research',
}

/** Surnames that stand in for a replaced or added author; none is an author of a seed. */
export const STRANGERS = ['Whitfield', 'Okonkwo', 'Lindqvist', 'Marchetti', 'Haverkamp', 'Sorensen', 'Delacroix', 'Yamashita', 'Petrosyan', 'Castellano'] as const
export const WRONG_PUBLISHERS = ['Emerald Publishing', 'Hindawi Limited', 'World Scientific', 'IOS Press', 'De Gruyter'] as const
export const WRONG_PLACES = ['Reykjavik, Iceland', 'Osaka, Japan', 'Lima, Peru', 'Turin, Italy'] as const
/** Valid check digits, other books. */
export const WRONG_ISBNS = ['9780262035613', '9780521880688', '9780387310732'] as const
/** Valid check digits, other journals. */
export const WRONG_ISSNS = ['1932-6203', '0002-9327', '0098-7484'] as const
