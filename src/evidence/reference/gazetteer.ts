// Centroids of ZIP code areas: the Census Bureau's gazetteer of ZIP code tabulation areas (census.gov, "Gazetteer Files").

import { type DataSet, layoutsOf, need, Unreadable } from './data-set.ts'
import { type Cell, decimal } from './fields.ts'

function degrees(cell: Cell, column: string, limit: number): number {
  const value = decimal(need(cell, column))
  if (value === null || Math.abs(value) > limit)
    throw new Unreadable(`${column} ${JSON.stringify(cell)} is no number of degrees up to ${limit}`)
  return value
}

const zcta: DataSet<'zips'> = {
  kind: 'census_zcta',
  title: 'Gazetteer of ZIP code tabulation areas',
  agency: 'US Census Bureau',
  family: 'zips',
  urls: ['https://www2.census.gov/geo/docs/maps-data/data/gazetteer/2024_Gazetteer/2024_Gaz_zcta_national.zip'],
  url: () => 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
  layouts: [
    layoutsOf<'zips'>()({
      part: 'areas',
      // Columns are found by name: their order changed after 2010.
      form: { type: 'headed', separator: '\t', columns: { zip: 'GEOID', latitude: 'INTPTLAT', longitude: 'INTPTLONG' } },
      required: ['zip', 'latitude', 'longitude'],
      read(row, records) {
        const published = need(row.zip, 'GEOID')
        if (!/^\d{3,5}$/.test(published)) throw new Unreadable(`${JSON.stringify(published)} is no ZIP code`)
        const zip = published.padStart(5, '0')
        records.put(zip, { zip, latitude: degrees(row.latitude, 'INTPTLAT', 90), longitude: degrees(row.longitude, 'INTPTLONG', 180) })
      },
    }),
  ],
}

export const gazetteers = [zcta] as const
