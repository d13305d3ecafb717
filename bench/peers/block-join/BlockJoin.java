import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.search.join.ScoreMode;
import org.apache.lucene.search.join.ToParentBlockJoinQuery;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * Conditions on one offer, by Lucene's block join: BlockJoin parts.tsv requests.tsv folder. Prints the times and totals as JSON.
 *
 * A line of parts: uid, the categories, then seller, stock and moq of each offer, all separated by tabs; categories by "|". A line of
 * requests: category, seller, least stock, largest moq.
 */
public class BlockJoin {
  static final int PASSES = 5;
  static final long WARM_UP_NS = 2_500_000_000L;
  /** What was read is used, so that reading cannot be left out. */
  static long lettersRead;

  static final TermQuery PARTS = new TermQuery(new Term("kind", "part"));
  static final QueryBitSetProducer PARENTS = new QueryBitSetProducer(PARTS);

  public static void main(String[] args) throws Exception {
    long began = System.nanoTime();
    MMapDirectory directory = new MMapDirectory(Path.of(args[2]));
    build(Path.of(args[0]), directory);
    double seconds = (System.nanoTime() - began) / 1e9;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      // Answers of conditions are not kept: partdex keeps none either.
      searcher.setQueryCache(null);
      List<Query> queries = new ArrayList<>();
      for (String line : Files.readAllLines(Path.of(args[1]))) queries.add(queryOf(line.split("\t", -1)));
      measure(searcher, queries, seconds);
    }
  }

  static void build(Path parts, MMapDirectory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setRAMBufferSizeMB(256);
    try (IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader lines = Files.newBufferedReader(parts, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) writer.addDocuments(block(line.split("\t", -1)));
      writer.forceMerge(1);
    }
  }

  /** The offers of a part, and then the part. */
  static List<Document> block(String[] cells) {
    List<Document> block = new ArrayList<>();
    for (int at = 2; at + 2 < cells.length; at += 3) {
      Document offer = new Document();
      if (!cells[at].isEmpty()) offer.add(new StringField("seller", cells[at], Field.Store.NO));
      if (!cells[at + 1].isEmpty()) offer.add(new LongField("stock", Long.parseLong(cells[at + 1]), Field.Store.NO));
      if (!cells[at + 2].isEmpty()) offer.add(new LongField("moq", Long.parseLong(cells[at + 2]), Field.Store.NO));
      block.add(offer);
    }
    Document part = new Document();
    part.add(new StringField("kind", "part", Field.Store.NO));
    part.add(new SortedDocValuesField("uid", new BytesRef(cells[0])));
    for (String category : cells[1].split("\\|")) part.add(new StringField("category", category, Field.Store.NO));
    block.add(part);
    return block;
  }

  /** LongField.newRangeQuery has an index and values, and takes the cheaper of both. */
  static Query queryOf(String[] cells) {
    Query offer =
        all(
            new TermQuery(new Term("seller", cells[1])),
            LongField.newRangeQuery("stock", Long.parseLong(cells[2]), Long.MAX_VALUE),
            LongField.newRangeQuery("moq", Long.MIN_VALUE, Long.parseLong(cells[3])));
    return all(new TermQuery(new Term("category", cells[0])), new ToParentBlockJoinQuery(offer, PARENTS, ScoreMode.None));
  }

  static Query all(Query... queries) {
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (Query query : queries) builder.add(query, Occur.FILTER);
    return builder.build();
  }

  /** The exact number of hits, and the uids of the first ten. */
  static long ask(IndexSearcher searcher, Query query) throws IOException {
    TopDocs top = searcher.search(query, new TopScoreDocCollectorManager(10, null, Integer.MAX_VALUE));
    SortedDocValues uids = searcher.getIndexReader().leaves().get(0).reader().getSortedDocValues("uid");
    StringBuilder page = new StringBuilder();
    for (ScoreDoc hit : top.scoreDocs) if (uids.advanceExact(hit.doc)) page.append(uids.lookupOrd(uids.ordValue()).utf8ToString());
    lettersRead += page.length();
    return top.totalHits.value;
  }

  static void measure(IndexSearcher searcher, List<Query> queries, double seconds) throws IOException {
    long warm = System.nanoTime();
    while (System.nanoTime() - warm < WARM_UP_NS) for (Query query : queries) ask(searcher, query);
    double[][] times = new double[queries.size()][PASSES];
    long[] totals = new long[queries.size()];
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < times.length; i++) {
        long began = System.nanoTime();
        totals[i] = ask(searcher, queries.get(i));
        times[i][pass] = (System.nanoTime() - began) / 1e6;
      }
    }
    double[] medians = new double[times.length];
    for (int i = 0; i < times.length; i++) {
      Arrays.sort(times[i]);
      medians[i] = times[i][PASSES / 2];
    }
    if (lettersRead == 0) throw new IOException("no request has hits");
    System.out.printf(
        Locale.ROOT,
        "{\"build_s\": %.1f, \"times_ms\": %s, \"totals\": %s}%n",
        seconds,
        Arrays.toString(medians),
        Arrays.toString(totals));
  }
}
