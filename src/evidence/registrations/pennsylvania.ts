// Pennsylvania's political subdivisions by their PSD codes: an employer withholds earned income tax (EIT) and local services tax (LST) for each.
// From the state's published list (Department of Community and Economic Development): the two largest cities and Adams County. The whole
// list can be imported (`npm run jurisdictions`).

export type Subdivision = {
  /** Six digits: tax collection district, school district, municipality. */
  readonly psd: string
  readonly county: string
  readonly municipality: string
  readonly schoolDistrict: string
}

const adams = `010101|East Berlin Boro|Bermudian Springs
010102|Hamilton Twp|Bermudian Springs
010103|Huntington Twp|Bermudian Springs
010104|Latimore Twp|Bermudian Springs
010105|Reading Twp|Bermudian Springs
010201|Abbottstown Boro|Conewago Valley
010202|Berwick Twp|Conewago Valley
010203|Bonneauville Boro|Conewago Valley
010204|Conewago Twp|Conewago Valley
010205|Hamilton Twp|Conewago Valley
010206|McSherrystown Boro|Conewago Valley
010207|Mt Pleasant Twp|Conewago Valley
010208|New Oxford Boro|Conewago Valley
010209|Oxford Twp|Conewago Valley
010210|Straban Twp|Conewago Valley
010301|Carroll Valley Boro|Fairfield Area
010302|Fairfield Boro|Fairfield Area
010303|Hamiltonban Twp|Fairfield Area
010304|Liberty Twp|Fairfield Area
010401|Cumberland Twp|Gettysburg Area
010402|Franklin Twp|Gettysburg Area
010403|Freedom Twp|Gettysburg Area
010404|Gettysburg Boro|Gettysburg Area
010405|Highland Twp|Gettysburg Area
010406|Mt Joy Twp|Gettysburg Area
010501|Bonneauville Boro|Littlestown Area
010502|Germany Twp|Littlestown Area
010503|Littlestown Boro|Littlestown Area
010504|Mt Joy Twp|Littlestown Area
010505|Mt Pleasant Twp|Littlestown Area
010601|Arendtsville Boro|Upper Adams
010602|Bendersville Boro|Upper Adams
010603|Biglerville Boro|Upper Adams
010604|Butler Twp|Upper Adams
010605|Menallen Twp|Upper Adams`

export const subdivisions: readonly Subdivision[] = [
  { psd: '510101', county: 'Philadelphia', municipality: 'Philadelphia City', schoolDistrict: 'Philadelphia' },
  { psd: '700102', county: 'Allegheny', municipality: 'Pittsburgh City', schoolDistrict: 'Pittsburgh' },
  ...adams.split('\n').map((line) => {
    const [psd = '', municipality = '', schoolDistrict = ''] = line.split('|')
    return { psd, county: 'Adams', municipality, schoolDistrict }
  }),
]
