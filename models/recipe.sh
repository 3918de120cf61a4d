#!/bin/sh
# Trains both networks from nothing, on two processors in some twenty-one hours: models/recipe.sh PHOTOS
# PHOTOS is the folder of the photographs that the cards name; nothing but their single crops is trained on.
# Typefaces and the photographs behind tables come from Debian packages: datasets/synthetic_tables/card.md.
# Half of the windows have only one distance in focus now; the shipped weights were trained before that was
# so. In more of the reader's windows only outlines are left than before its last 140 minutes; none was shaken, far out of
# focus or veiled before its last 110, and none badly lit or compressed before its last sixty.
# The detector's last twice nine minutes and the reader's last nine are those of an accelerator (an H200: 3,639 and 4,113
# steps of 160 windows, and 4,113 of 120 beside them), while sixteen processors drew the windows, so that the first were
# seen most often. Without one give each of them --minutes 240, for as many.
set -e
PHOTOS=$1 PYTHON=.venv/bin/python
# Trains a detector on, three in ten of its windows from a folder of their own: START NEXT MINUTES RATE WINDOWS
goes_on() {
    "$PYTHON" -m models.tile_detector.train .bulk/windows --out ".bulk/$2" --minutes "$3" --rate "$4" \
        --start ".bulk/$1/last.pt" --traced .bulk/traced --often "$5"
}
# Draws windows: FOLDER COUNT, and what else the generator is told
windows() {
    folder=$1 count=$2
    shift 2
    "$PYTHON" -m datasets.synthetic_tables.generate "$folder" --windows --count "$count" --size 416x416 "$@"
}
# The mean of two checkpoints: ONE OTHER MEAN
mean() {
    "$PYTHON" -m models.averaging ".bulk/$1/last.pt" ".bulk/$2/last.pt" --out ".bulk/$3/last.pt"
}
# Trains a reader on, three in ten of its windows the single crops: START NEXT MINUTES RATE WINDOWS
reads_on() {
    "$PYTHON" -m models.tile_reader.train "$5" --out ".bulk/$2" --minutes "$3" --rate "$4" \
        --start ".bulk/$1/last.pt" --often .bulk/photos/crops
}
# Two parts of the first and one of the second: ONE OTHER MEAN
mostly() {
    "$PYTHON" -m models.averaging ".bulk/$1/last.pt" ".bulk/$1/last.pt" ".bulk/$2/last.pt" --out ".bulk/$3/last.pt"
}

make setup-train
windows .bulk/windows 40000
"$PYTHON" -m datasets.physical_tables.generate .bulk/traced --count 600
"$PYTHON" -m models.tile_detector.train .bulk/windows --out .bulk/detector --minutes 120 --traced .bulk/traced
windows .bulk/piles 3000 --seed 8 --layout piles
goes_on detector detector_piles 10 7e-4 .bulk/piles
mean detector detector_piles detector_both
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/stills --seed 20000 --count 67 --stills 6 --windows 4
goes_on detector_both detector_filmed 40 8e-4 .bulk/stills
windows .bulk/stills 2500 --seed 61 --layout rack
goes_on detector_filmed detector_last 20 5e-4 .bulk/stills
mean detector_filmed detector_last detector_mean
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/stills --seed 23000 --count 100 --stills 5 --windows 4
goes_on detector_mean detector_films 55 6e-4 .bulk/stills
mean detector_mean detector_films detector_shipped
"$PYTHON" -m models.tile_detector.mine .bulk/detector/last.pt .bulk/windows
"$PYTHON" -m models.tile_reader.train .bulk/windows --out .bulk/reader --minutes 45
"$PYTHON" -m datasets.photographed_tables.generate "$PHOTOS"/rummikub-crops .bulk/photos/crops
reads_on reader reader_last 11 1e-3 .bulk/windows
windows .bulk/more 13500 --seed 4100
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/more --seed 41000 --count 40 --stills 4 --windows 4
"$PYTHON" -m models.tile_detector.mine .bulk/detector_shipped/last.pt .bulk/more
reads_on reader_last reader_shipped 60 7e-4 .bulk/more
windows .bulk/slanted 2000 --seed 571 --layout played
windows .bulk/slanted 1000 --seed 572 --layout nothing
windows .bulk/slanted 1500 --seed 581 --layout rack
windows .bulk/slanted 1000 --seed 582 --layout piles
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/slanted --seed 41000 --count 40 --stills 4 --windows 4
"$PYTHON" -m models.tile_detector.train .bulk/more --out .bulk/detector_askew --minutes 115 --rate 6e-4 \
    --start .bulk/detector_shipped/last.pt --often .bulk/slanted
"$PYTHON" -m models.tile_detector.train .bulk/more --out .bulk/detector_slanted --minutes 62 --rate 6e-4 \
    --start .bulk/detector_askew/last.pt --often .bulk/slanted
mean detector_askew detector_slanted detector_final
windows .bulk/more 7000 --seed 4300
"$PYTHON" -m models.tile_detector.mine .bulk/detector_final/last.pt .bulk/more
reads_on reader_shipped reader_final 46 7e-4 .bulk/more
windows .bulk/wider 8000 --seed 5100
windows .bulk/wider 5000 --seed 5500
windows .bulk/wider 2500 --seed 5300 --layout played
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/wider --seed 51000 --count 30 --stills 4 --windows 4
"$PYTHON" -m models.tile_detector.mine .bulk/detector_final/last.pt .bulk/wider
reads_on reader_final reader_wider 66 7e-4 .bulk/wider
windows .bulk/around 1500 --seed 6100
windows .bulk/around 3000 --seed 6500
windows .bulk/around 4000 --seed 6700 --photographs
windows .bulk/around 1500 --seed 771 --layout played
windows .bulk/around 1000 --seed 772 --layout nothing
windows .bulk/around 2000 --seed 792 --layout nothing --photographs
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/around --seed 61000 --count 10 --stills 4 --windows 4
"$PYTHON" -m models.tile_detector.mine .bulk/detector_final/last.pt .bulk/around
reads_on reader_wider reader_outlined 30 3e-4 .bulk/around
mean reader_outlined reader_wider reader_mean
reads_on reader_mean reader_blurred 50 3e-4 .bulk/around
mostly reader_blurred reader_mean reader_clear
reads_on reader_clear reader_lit 60 3e-4 .bulk/around
mostly reader_lit reader_clear reader_best
windows .bulk/fast 23000 --seed 7117
windows .bulk/fast 1600 --seed 7118 --layout nothing
windows .bulk/fast 3900 --seed 7119 --layout rack
windows .bulk/fast 2700 --seed 7120 --layout piles
windows .bulk/fast 1600 --seed 7121 --layout few
windows .bulk/fast 5500 --seed 7122 --layout played --of-a-look 5
windows .bulk/fast 6600 --seed 7123 --photographs
windows .bulk/fast 2800 --seed 7124 --layout nothing --photographs
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/fast_stills --seed 95000 --count 17 --stills 6 --windows 6
"$PYTHON" -m models.batches.train .bulk/fast --often .bulk/fast_stills --start .bulk/detector_final/last.pt \
    --out .bulk/detector_many --minutes 9
windows .bulk/any 30700 --seed 7200 --any-numbers
windows .bulk/any 9000 --seed 7201 --any-numbers --photographs
windows .bulk/any 2100 --seed 7202 --layout nothing
windows .bulk/any 3500 --seed 7203 --layout nothing --photographs
windows .bulk/any 5600 --seed 7204 --layout rack --any-numbers
windows .bulk/any 3500 --seed 7205 --layout piles --any-numbers
windows .bulk/any 2100 --seed 7206 --layout few --any-numbers
windows .bulk/any_often 5600 --seed 7207 --layout played --of-a-look 5
"$PYTHON" -m datasets.synthetic_sittings.stills .bulk/any_often --seed 97000 --count 11 --stills 6 --windows 6
"$PYTHON" -m models.tile_detector.mine .bulk/detector_many/last.pt .bulk/any
"$PYTHON" -m models.batches.train .bulk/any --often .bulk/any_often --start .bulk/detector_many/last.pt \
    --out .bulk/detector_more --minutes 9
"$PYTHON" -m models.batches.train_reader .bulk/any --often .bulk/any_often --crops .bulk/photos/crops \
    --start .bulk/reader_best/last.pt --out .bulk/reader_judged --minutes 9
mean reader_best reader_judged reader_both
"$PYTHON" -m models.tile_detector.export .bulk/detector_more/last.pt .bulk/windows
"$PYTHON" -m models.tile_reader.export .bulk/reader_both/last.pt .bulk/windows

# The figures of the cards, the diagram and the pictures of mistakes, each source with its name.
"$PYTHON" -m datasets.synthetic_tables.generate .bulk/played --layout played --count 160 --seed 7002 --tile-px 40 --of-a-look 2
"$PYTHON" -m datasets.relaid_tables.generate "$PHOTOS"/rummikub-230/annotations.json .bulk/relaid --count 15 --seed 7
"$PYTHON" -m models.figures rummikub-230="$PHOTOS"/rummikub-230/annotations.json \
    rummikub-racks="$PHOTOS"/rummikub-racks/annotations.json rummikub-crops="$PHOTOS"/rummikub-crops \
    relaid=.bulk/relaid/annotations.json played=.bulk/played/annotations.json
